import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface EmptyPageProps {
  icon?: IconName;
  /** One sentence: what is missing and why that matters. */
  sentence: string;
  /** One button or link. */
  action?: ReactNode;
}

/** Where a list has nothing yet: the first step instead of an empty frame. */
export function EmptyPage({ icon = 'dock', sentence, action }: EmptyPageProps): ReactNode {
  return (
    <div className="ey-empty">
      <Icon name={icon} size={40} />
      <p>{sentence}</p>
      {action}
    </div>
  );
}
