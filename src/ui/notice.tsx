import type { Child } from 'hono/jsx';

/** Something to be read first. Never colour alone: each tone has its sign. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';

const signs: Record<Tone, string> = { info: 'i', success: '✓', warning: '!', danger: '✕' };

export function Notice({ tone, title, children }: { tone: Tone; title?: string; children?: Child }) {
  return (
    <div class={`notice notice-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
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
