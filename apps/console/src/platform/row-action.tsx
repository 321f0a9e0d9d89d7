import { Icon, type IconName } from '@eyrie/ui';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';

export interface RowActionProps {
  icon: IconName;
  label: string;
  danger?: boolean;
  /** Why it cannot be done now; it stays in its place and says so. */
  why?: string | null;
  onClick: () => void;
}

/** An action at the end of a row. It names itself on hover and to a screen reader, and does not open the row. */
export function RowAction({ icon, label, danger = false, why = null, onClick }: RowActionProps): ReactNode {
  const word = why === null ? label : `${label}: ${why}`;
  return (
    <Tooltip title={word}>
      <Button
        type="text"
        size="small"
        danger={danger}
        aria-label={word}
        aria-disabled={why !== null}
        icon={<Icon name={icon} size={16} />}
        onClick={(event) => {
          event.stopPropagation();
          if (why === null) onClick();
        }}
      />
    </Tooltip>
  );
}
