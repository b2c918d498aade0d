import type { ScalarTexts } from '../props.ts';

/** An element of the reference that lacks something, and how it is mended. */
type Mend = { readonly selector: string; mend(element: Element, texts: ScalarTexts): void };

const mends: readonly Mend[] = [
  // The page has its own main part: a landmark of that kind stands alone.
  { selector: 'main:not([role])', mend: (main) => main.setAttribute('role', 'region') },
  {
    selector: 'button.group\\/copy-button:not([aria-label])',
    mend: (button, { copy }) => button.setAttribute('aria-label', copy),
  },
  // Nothing of that id is there until it is copied.
  {
    selector: 'button.group\\/copy-button[aria-controls]',
    mend: (button) => {
      if (!document.getElementById(button.getAttribute('aria-controls') ?? ''))
        button.removeAttribute('aria-controls');
    },
  },
  // It completes variables and has no list: it is a field for text.
  { selector: '[role=combobox][contenteditable]', mend: (field) => field.setAttribute('role', 'textbox') },
  {
    selector: '[role=textbox][data-placeholder]:not([aria-label], [aria-labelledby])',
    mend: (field) => field.setAttribute('aria-label', field.getAttribute('data-placeholder') ?? ''),
  },
  {
    selector: '.cm-content[role=textbox]:not([aria-label])',
    mend: (body, { answer }) => body.setAttribute('aria-label', answer),
  },
  // It can be pressed, and has a name.
  { selector: 'button[role=none]', mend: (button) => button.removeAttribute('role') },
];

/**
 * Gives the reference the names and roles that it lacks, and keeps them.
 *
 * While its dialog is open, nothing else on the page can be reached, except the result of the last call.
 */
export function keepAccessible(island: Element, texts: ScalarTexts): void {
  const mend = () => {
    for (const each of mends)
      for (const element of island.querySelectorAll(each.selector)) each.mend(element, texts);
    setBehindInert(island.querySelector('.scalar-client--open'));
  };
  let isPlanned = false;
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      mend();
    });
  };
  new MutationObserver(plan).observe(island, {
    subtree: true,
    childList: true,
    attributeFilter: ['class', 'role'],
  });
  mend();
}

/** Elements that the dialog has made inert. */
let behind: readonly Element[] = [];

function setBehindInert(dialog: Element | null): void {
  const now = dialog ? besides(dialog) : [];
  for (const element of behind) element.toggleAttribute('inert', now.includes(element));
  for (const element of now) element.setAttribute('inert', '');
  behind = now;
}

/** Lists what is on the page besides. The result of the last call is left out. */
function besides(element: Element): Element[] {
  const found: Element[] = [];
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement)
    found.push(...[...at.parentElement.children].filter((sibling) => sibling !== at));
  return found.flatMap((each) => {
    const outcome = each.querySelector('#outcome');
    if (outcome) return [...each.children].filter((child) => child !== outcome);
    return /^(?:SCRIPT|STYLE)$/.test(each.tagName) || each.id.startsWith('headlessui') ? [] : [each];
  });
}
