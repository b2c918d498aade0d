import type { Child } from 'hono/jsx';

export type SectionProps = {
  /** Of its heading, by which links lead to it. */
  readonly id: string;
  readonly title: string;
  readonly class?: string;
  readonly children?: Child;
};

/** A part of a page under a heading, which names it to those who do not see it too. */
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
