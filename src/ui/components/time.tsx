/**
 * An instant. Its text says it in UTC; a script says how long ago it was, and shows the text when somebody points at it.
 */
export function Time({ at, text }: { readonly at: string; readonly text: string }) {
  return (
    <time class="when" datetime={at} data-relative>
      {text}
    </time>
  );
}
