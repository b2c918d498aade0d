// What makes two forms of the console handier where scripts run: words of a policy, and the preview of a brand.

// A text completes its words: <textarea data-words="/address of a JSON list" data-words-label="Name">. Ctrl+Space shows all that fit.
const SHOWN = 8;
const WORD = /[\w.]*$/;

for (const [number, text] of document.querySelectorAll('[data-words]').entries()) {
  const list = document.createElement('ul');
  list.id = `words-${number}`;
  list.className = 'words';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', text.dataset.wordsLabel);
  text.after(list);
  text.setAttribute('aria-autocomplete', 'list');
  text.setAttribute('aria-controls', list.id);
  let words;
  const read = () => {
    words ??= fetch(text.dataset.words)
      .then((answer) => (answer.ok ? answer.json() : []))
      .catch(() => []);
    return words;
  };
  const wordAtCaret = () => WORD.exec(text.value.slice(0, text.selectionStart))[0];
  const close = () => {
    list.hidden = true;
    text.removeAttribute('aria-activedescendant');
  };
  const mark = (option) => {
    for (const each of list.children) each.setAttribute('aria-selected', `${each === option}`);
    text.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  };
  const open = async (isAsked) => {
    const typed = wordAtCaret();
    if (typed === '' && !isAsked) return close();
    const fitting = (await read()).filter((word) => word.startsWith(typed) && word !== typed);
    if (fitting.length === 0 || typed !== wordAtCaret()) return close();
    list.replaceChildren(
      ...fitting.slice(0, isAsked ? undefined : SHOWN).map((word, index) => {
        const option = document.createElement('li');
        option.id = `${list.id}-${index}`;
        option.className = 'word';
        option.setAttribute('role', 'option');
        option.textContent = word;
        return option;
      }),
    );
    list.hidden = false;
    mark(list.firstElementChild);
  };
  const take = (option) => {
    const end = text.selectionStart;
    text.setRangeText(option.textContent, end - wordAtCaret().length, end, 'end');
    close();
    text.focus();
  };
  text.addEventListener('focus', read, { once: true });
  text.addEventListener('input', () => open(false));
  text.addEventListener('blur', close);
  text.addEventListener('keydown', (event) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      open(true);
      return;
    }
    if (list.hidden) return;
    const options = [...list.children];
    const at = options.findIndex((each) => each.getAttribute('aria-selected') === 'true');
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) mark(options[(at + step + options.length) % options.length]);
    else if (event.key === 'Enter' || event.key === 'Tab') take(options[at]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  // Before the text loses the focus, which would close the list.
  list.addEventListener('mousedown', (event) => {
    event.preventDefault();
    if (event.target.matches('[role="option"]')) take(event.target);
  });
}

// A brand is shown as it is typed: <form data-brand>, whose fields paint <rect data-paint="light">.
for (const form of document.querySelectorAll('[data-brand]'))
  form.addEventListener('input', ({ target }) => {
    if (target.name === 'name' || target.name === 'title') {
      const { name, title } = form.elements;
      const shown = name.value.trim() || title.value;
      for (const text of form.querySelectorAll('[data-brand-name]')) text.textContent = shown;
      for (const text of form.querySelectorAll('[data-brand-mark]')) text.textContent = [...shown][0] ?? '';
    }
    if (!target.validity.valid || target.value === '') return;
    for (const part of form.querySelectorAll(`[data-paint="${target.name}"]`))
      part.setAttribute('fill', target.value);
  });
