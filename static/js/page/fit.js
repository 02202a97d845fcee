// Names that stand on a card ([data-fit]): in type as large as leaves every word whole, in as many lines as they need.
const SIZES = [1.125, 1, 0.9375, 0.875, 0.8125, 0.75];
export const fit = (name) => {
  name.classList.remove("breaks");
  for (const size of SIZES) {
    name.style.fontSize = `${size}rem`;
    if (name.scrollWidth <= name.clientWidth) return;
  }
  name.classList.add("breaks");
};
const fitAll = () => document.querySelectorAll("[data-fit]").forEach(fit);
addEventListener("load", fitAll);
addEventListener("resize", fitAll);
