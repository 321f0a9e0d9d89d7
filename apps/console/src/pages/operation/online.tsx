import type { ReactNode } from 'react';
import { OnlineList } from '../../modules/session/index.ts';

/** Who is signed in now. */
export default function OnlineTab(): ReactNode {
  return <OnlineList />;
}
