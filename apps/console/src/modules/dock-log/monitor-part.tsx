import type { ReactNode } from 'react';
import type { DockPart, DockScene } from '../../platform/monitor-part.tsx';
import { DockLogs } from './dock-logs.tsx';

function Logs({ dock, orders: { whyFreely } }: DockScene): ReactNode {
  return (
    <DockLogs
      dock={dock}
      why={{
        query: whyFreely('logQuery'),
        upload: whyFreely('logUpload'),
        cancel: whyFreely('logUploadCancel'),
      }}
    />
  );
}

export const dockParts: readonly DockPart[] = [
  { id: 'dockLog.files', place: 'side', rank: 30, links: ['dock'], Show: Logs },
];
