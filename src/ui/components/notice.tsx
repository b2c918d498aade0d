import type { Child } from 'hono/jsx';
import { Icon } from './icon.tsx';

/** Something to be read first. Never colour alone: each tone has its sign. */
type Tone = 'info' | 'success' | 'warning' | 'danger';

const signs: Record<Tone, string> = { info: 'i', success: '✓', warning: '!', danger: '✕' };

/** The parts of a notice. */
type NoticeProps = {
  readonly tone: Tone;
  readonly title?: Child;
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

type ToastProps = {
  /** Label of the button that removes it, where scripts run. */
  readonly dismiss: string;
  /** A sentence, and the link that takes it back where there is one. */
  readonly children?: Child;
};

/** Tells once what was done, over the page that it led to. */
export function Toast({ dismiss, children }: ToastProps) {
  return (
    <div class="notice notice-success toast" role="status">
      <span class="notice-sign" aria-hidden="true">
        {signs.success}
      </span>
      <div class="notice-body">{children}</div>
      <button
        class="button button-icon button-small"
        type="button"
        data-dismiss
        data-needs-script
        hidden
        aria-label={dismiss}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}
