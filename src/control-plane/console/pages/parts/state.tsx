import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import { useTexts } from './texts.ts';

const tones: Readonly<Record<string, BadgeTone>> = {
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
  DELIVERED: 'good',
  GIVEN_UP: 'bad',
};

/** Shows a state in words: `PENDING_APPROVAL` is `Pending approval`. */
export function State({ state }: { state: string }) {
  const { text } = useTexts();
  return <Badge tone={tones[state] ?? 'neutral'}>{text.label(state)}</Badge>;
}
