import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const tones: Readonly<Record<string, BadgeTone>> = {
  PUBLISHED: 'good',
  DEPRECATED: 'waiting',
  READY: 'good',
  PENDING: 'waiting',
  FAILED: 'bad',
  ENABLED: 'good',
  SUSPENDED: 'bad',
  ACTIVE: 'good',
  PENDING_APPROVAL: 'waiting',
  REJECTED: 'bad',
};

/** The state of something, in the word that the platform has for it: `PENDING_APPROVAL` is `Pending approval`. */
export function State({ state }: { state: string }) {
  const word = state.charAt(0) + state.slice(1).toLowerCase().replaceAll('_', ' ');
  return <Badge tone={tones[state] ?? 'neutral'}>{word}</Badge>;
}
