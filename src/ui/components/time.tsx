import type { Formats } from '../kit/formats.ts';

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

/** Parts of an instant that are shown, by the name that the script knows. */
type ShownParts = 'full' | 'hour';

type LocalTimeProps = { readonly at: string; readonly text: string; readonly parts?: ShownParts | undefined };

/** An instant in UTC. A script says it in the zone of the reader, and shows the text when somebody points at it. */
export function LocalTime({ at, text, parts = 'full' }: LocalTimeProps) {
  return (
    <time datetime={at} data-local={parts}>
      {text}
    </time>
  );
}

type TimedProps = {
  readonly format: Formats;
  /** A text in which instants may stand, as the formats write them. */
  readonly text: string;
  readonly at: string | readonly (string | null)[];
};

/** A text whose instants are said in the zone of the reader, too. */
export function Timed({ format, text, at }: TimedProps) {
  const instants = [at].flat().filter((each) => each !== null);
  const [first] = instants
    .flatMap((each) => found(format, text, each))
    .sort((one, other) => one.start - other.start);
  const rest = first && text.slice(first.start + first.text.length);
  return (
    <>
      {text.slice(0, first?.start)}
      {first && <LocalTime {...first} />}
      {rest && <Timed format={format} text={rest} at={instants} />}
    </>
  );
}

/** Finds an instant in a text: whole, or its hour alone. */
function found(format: Formats, text: string, at: string) {
  const written: readonly [ShownParts, string][] = [
    ['full', format.dateTime(at)],
    ['hour', `${format.hour(at)} UTC`],
  ];
  const [parts, instant] = written.find(([, each]) => text.includes(each)) ?? [];
  return instant === undefined ? [] : [{ at, parts, text: instant, start: text.indexOf(instant) }];
}
