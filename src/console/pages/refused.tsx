import type { PageRefusal } from '../../graphql/run-document.ts';
import { Notice } from '../../ui/notice.tsx';

/** What is wrong with a field of a form, said beside it. */
export const refusedBeside = (refused: PageRefusal | undefined, field: string) =>
  refused?.field === field ? refused.message : undefined;

type RefusedNoticeProps = {
  readonly refused: PageRefusal | undefined;
  /** The fields that say for themselves what is wrong with them. */
  readonly beside?: readonly string[];
};

/** Why a form was refused, where no field of it is at fault. */
export function RefusedNotice({ refused, beside = [] }: RefusedNoticeProps) {
  if (!refused || beside.includes(refused.field ?? '')) return null;
  return (
    <Notice tone="danger">
      <p class="text">{refused.message}</p>
    </Notice>
  );
}
