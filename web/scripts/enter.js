// A secret link: what follows the # is posted at once, and leaves the address and the history.

const token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", location.pathname);
  const form = document.getElementById("enter");
  form.elements.token.value = token;
  form.submit();
}
