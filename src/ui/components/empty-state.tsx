import type { Child } from 'hono/jsx';
import { Icon, type IconName } from './icon.tsx';

type EmptyStateProps = {
  readonly icon: IconName;
  readonly title: string;
  /** A sentence about what would be here, and what it is good for. */
  readonly text: Child;
  /** The button that leads on. */
  readonly children?: Child;
};

/** A list without rows, and the way to the first. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} />
      </span>
      <p class="empty-title">{title}</p>
      <p class="empty-text">{text}</p>
      {children && <div class="row">{children}</div>}
    </div>
  );
}
