// Posts a form with a token; one refused because somebody signed in or out since goes again with the fresh token.
export const postForm = async (address, fields, token) => {
  const PATIENCE = 15_000;
  const post = (given) => {
    const body = new URLSearchParams(fields);
    if (given) body.set("csrfmiddlewaretoken", given);
    return fetch(address, { method: "POST", body, signal: self.AbortSignal?.timeout?.(PATIENCE) });
  };
  const answer = await post(token);
  const told = answer.status === 403 ? await answer.clone().json().catch(() => ({})) : {};
  if (!told.token) return answer;
  self.dispatchEvent(new CustomEvent("form:refused", { detail: told })); // for the page's own forms
  return post(told.token);
};
