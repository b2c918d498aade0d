import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import type { LabelledValue } from './enum-texts.ts';
import { useTexts } from './texts.ts';

const tones: Readonly<Partial<Record<LabelledValue, BadgeTone>>> = {
  PUBLISHED: 'good',
  DEPRECATED: 'waiting',
  ONLINE: 'good',
  READY: 'good',
  PENDING: 'waiting',
  FAILED: 'bad',
  ENABLED: 'good',
  SUSPENDED: 'bad',
  ACTIVE: 'good',
  PENDING_APPROVAL: 'waiting',
  REJECTED: 'bad',
  PROPOSED: 'waiting',
  APPROVED: 'good',
  SCHEDULED: 'waiting',
  RUNNING: 'waiting',
  HALTED: 'bad',
  TAKEN_BACK: 'bad',
  LEFT: 'bad',
  DONE: 'good',
  STALE: 'bad',
  DELIVERED: 'good',
  GIVEN_UP: 'bad',
};

/** Shows a state in words: `PENDING_APPROVAL` is `Pending approval`. */
export function State({ state }: { readonly state: LabelledValue }) {
  const { text } = useTexts();
  return <Badge tone={tones[state] ?? 'neutral'}>{text.label(state)}</Badge>;
}
