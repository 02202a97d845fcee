// What was chosen and typed in a form of a whole hand, in the words of the form itself: `handWords`.
const visible = (element) => element.getClientRects().length > 0;

export function handWords(form) {
  return [...form.querySelectorAll("[data-words]")].filter(visible).flatMap((box, index) => {
    const chosen = [...box.querySelectorAll("input:checked, option:checked")].filter((one) =>
      one.value && visible(one.closest("label, select"))
    );
    const typed = [...box.querySelectorAll("input:not([type=checkbox], [type=radio], [type=hidden])")].filter((one) =>
      one.value
    );
    const parts = [
      ...chosen.map((one) => (one.closest("label") ?? one).textContent.trim()),
      ...typed.map((one) => one.value),
    ];
    // how it ended needs none
    const title = (index && box.querySelector("legend, .field > label:not(.choice)")?.textContent.trim()) || "";
    return parts.length ? [`${title} ${parts.join(", ")}`.trim()] : [];
  }).join(" · ").slice(0, 300);
}
