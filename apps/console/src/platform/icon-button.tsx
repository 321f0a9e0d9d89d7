import { Icon, type IconName } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';

/** A button of a row that shows its icon alone; its label is read out and shown to the pointer. */
export function IconButton({
  icon,
  label,
  busy,
  danger = false,
  onClick,
}: {
  icon: IconName;
  label: string;
  busy: boolean;
  danger?: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <Button
      size="small"
      type="text"
      danger={danger}
      icon={<Icon name={icon} size={16} />}
      loading={busy}
      aria-label={label}
      title={label}
      onClick={onClick}
    />
  );
}
