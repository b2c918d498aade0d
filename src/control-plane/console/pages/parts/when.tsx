import { Time } from '../../../../ui/components/time.tsx';
import { format } from './format.ts';

/** An instant of the console: from now where scripts run, else in UTC. */
export const When = ({ at }: { readonly at: string }) => <Time at={at} text={format.dateTime(at)} />;
