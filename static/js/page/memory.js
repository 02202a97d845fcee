// What this browser remembers by a name. A private window may keep nothing: `refused` is what it gives.
/** @type {(name: string, refused?: string | null) => string | null} */
export const recall = (name, refused = null) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return refused;
  }
};
export const remember = (name, value) => {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, String(value));
  } catch { /* a private window keeps nothing */ }
};
