import type { ReactNode } from 'react';
import { Preferences } from '../../modules/notification/index.ts';

/** How the member wants to be told. */
export default function NotificationsTab(): ReactNode {
  return <Preferences />;
}
