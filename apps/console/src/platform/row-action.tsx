import { Icon, type IconName } from '@eyrie/ui';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';

export interface RowActionProps {
  icon: IconName;
  label: string;
  danger?: boolean;
  onClick: () => void;
}

/** An action at the end of a row. It names itself on hover and to a screen reader, and does not open the row. */
export function RowAction({ icon, label, danger = false, onClick }: RowActionProps): ReactNode {
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        size="small"
        danger={danger}
        aria-label={label}
        icon={<Icon name={icon} size={16} />}
        onClick={(event) => {
          event.stopPropagation();
          onClick();
        }}
      />
    </Tooltip>
  );
}
