// The header's menu closes on a tap elsewhere and on Escape.
const close = (menu, focus) => {
  menu.open = false;
  if (focus) menu.querySelector("summary").focus();
};
const opened = () => document.querySelectorAll(".menu[open]");
document.addEventListener("click", ({ target }) => {
  for (const menu of opened()) if (!menu.contains(target)) close(menu, false);
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") { for (const menu of opened()) close(menu, true); }
});
