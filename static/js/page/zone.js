// A new club begins in the time zone of the browser it is founded in: select[data-own-zone].
for (const select of document.querySelectorAll("select[data-own-zone]")) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) continue;
  const isListed = [...select.options].some((option) => option.value === zone);
  if (!isListed) select.add(new Option(zone.replaceAll("_", " "), zone));
  select.value = zone;
}
