// An invitation: what follows the # goes into its field, and leaves the address and the history.

const token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", location.pathname);
  const form = document.getElementById("accept");
  form.elements.token.value = token;
  form.elements.token.closest("label").hidden = true;
  form.elements.password.focus();
}
