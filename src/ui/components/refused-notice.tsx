import { Notice } from './notice.tsx';

/** Why a form was refused, and its field at fault where it is one. */
export type Refused = { readonly message: string; readonly field?: string | undefined };

/** The answer of a page that says so has its status, and the headers that it needs. */
export type RefusedAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** What is wrong with a field of a form, said beside it. */
export const refusedBeside = (refused: Refused | undefined, field: string) =>
  refused?.field === field ? refused.message : undefined;

type RefusedNoticeProps = {
  readonly refused: Refused | undefined;
  /** The fields that say for themselves what is wrong with them. */
  readonly beside?: readonly string[];
  /** Does the page begin with it? Then a field of the form keeps the focus. */
  readonly isOnTop?: boolean;
};

/** Why a form was refused, where no field of it says so. */
export function RefusedNotice({ refused, beside = [], isOnTop = false }: RefusedNoticeProps) {
  if (!refused || beside.includes(refused.field ?? '')) return null;
  return (
    <Notice tone="danger" isFirstSeen={!isOnTop}>
      <p class="text">{refused.message}</p>
    </Notice>
  );
}
