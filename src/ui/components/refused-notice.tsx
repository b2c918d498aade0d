import { Notice } from './notice.tsx';

/** The message of a refused form, and its field at fault where there is one. */
export type Refused = { readonly message: string; readonly field?: string | undefined };

/** The status and headers of the page that shows a refusal. */
export type RefusedAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** The message beside a field of a form that is at fault. */
export const refusedBeside = (refused: Refused | undefined, field: string) =>
  refused?.field === field ? refused.message : undefined;

/**
 * Names the field at fault as the form does. The input has another name for it.
 *
 * @param names of fields, by those of the input
 */
export function refusedUnder(
  refused: Refused | undefined,
  names: Readonly<Record<string, string>>,
): Refused | undefined {
  const field = names[refused?.field ?? ''];
  // A refusal is an error, of which a copy would have no message.
  return refused && field !== undefined ? { message: refused.message, field } : refused;
}

type RefusedNoticeProps = {
  readonly refused: Refused | undefined;
  /** The fields that say for themselves what is wrong with them. */
  readonly beside?: readonly string[];
  /** Tells whether the page begins with it. A field of the form then keeps the focus. */
  readonly isOnTop?: boolean;
};

/** The message of a refused form, where no field shows it. */
export function RefusedNotice({ refused, beside = [], isOnTop = false }: RefusedNoticeProps) {
  if (!refused || beside.includes(refused.field ?? '')) return null;
  return (
    <Notice tone="danger" isFirstSeen={!isOnTop}>
      <p class="text">{refused.message}</p>
    </Notice>
  );
}
