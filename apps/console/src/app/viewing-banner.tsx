import { Icon } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../platform/text.tsx';
import { stopViewing } from '../platform/view-as.ts';
import { useViewedRole } from '../platform/viewed-role.ts';
import './viewing-banner.css';

/** Stands over everything while the product is looked at through a role, names it, and leads back. */
export function ViewingBanner(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const role = useViewedRole((state) => state.role);
  if (!role) return null;
  const stop = async (): Promise<void> => {
    await stopViewing();
    await navigate(`/RoleManagement?role=${role.oid}`);
  };
  return (
    <div className="viewing-banner" role="status">
      <Icon name="eye" size={16} />
      <span>{text('role.viewing', { name: role.name })}</span>
      <Button size="small" onClick={() => void stop()}>
        {text('role.stopViewing')}
      </Button>
    </div>
  );
}
