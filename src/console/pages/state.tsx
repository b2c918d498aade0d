import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const tones: Readonly<Record<string, BadgeTone>> = {
  PUBLISHED: 'good',
  DEPRECATED: 'waiting',
  READY: 'good',
  PENDING: 'waiting',
  FAILED: 'bad',
};

/** The state of a product or a server, in the word that the platform has for it. */
export function State({ state }: { state: string }) {
  return <Badge tone={tones[state] ?? 'neutral'}>{state.charAt(0) + state.slice(1).toLowerCase()}</Badge>;
}
