import type { Child } from 'hono/jsx';

/** Something to be read first. Never colour alone: each tone has its sign. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';

const signs: Record<Tone, string> = { info: 'i', success: '✓', warning: '!', danger: '✕' };

type NoticeProps = {
  readonly tone: Tone;
  readonly title?: string;
  /** Tells whether the page opens at it, at any position. */
  readonly isFirstSeen?: boolean;
  readonly children?: Child;
};

export function Notice({ tone, title, isFirstSeen = false, children }: NoticeProps) {
  return (
    <div
      class={`notice notice-${tone}`}
      role={tone === 'danger' ? 'alert' : 'status'}
      {...(isFirstSeen && { tabindex: -1, autofocus: true })}
    >
      <span class="notice-sign" aria-hidden="true">
        {signs[tone]}
      </span>
      <div class="notice-body">
        {title && <p class="notice-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
