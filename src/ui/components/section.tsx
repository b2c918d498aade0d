import type { Child } from 'hono/jsx';

export type SectionProps = {
  /** Id of its heading, which links lead to. */
  readonly id: string;
  readonly title: string;
  readonly class?: string;
  readonly children?: Child;
};

/** A part of a page under a heading, which also names it to screen readers. */
export function Section({ id, title, class: classes = 'section', children }: SectionProps) {
  return (
    <section class={classes} aria-labelledby={id}>
      <h2 class="heading" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
