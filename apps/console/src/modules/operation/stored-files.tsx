import { operationCalls } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { ListView } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { BackupPlan } from './backup-plan.tsx';
import { useBegin, useNewestWork, useRenewedWith } from './operation.queries.ts';
import { backupFiles, diagnosisFiles } from './stored-file-lists.tsx';
import { WorkProgress, WorkState } from './work-state.tsx';
import './operation.css';

type Kind = 'backup' | 'diagnosis';
const beginCalls = { backup: operationCalls.backup, diagnosis: operationCalls.diagnosis };

/** Files that the server makes for its operators: the way to make one, how far it is, and those that lie there. */
export function StoredFiles({ kind }: { kind: Kind }): ReactNode {
  const text = useText();
  const begin = useBegin(kind);
  const { data: work } = useNewestWork(kind);
  useRenewedWith(work);
  const busy = work?.state === 'queued' || work?.state === 'running';
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      {kind === 'backup' ? <BackupPlan /> : null}
      <p className="operation-hint ey-hint">{text(`operation.files.hint.${kind}`)}</p>
      <div className="operation-begin ey-row ey-flow" role="status">
        <Allowed call={beginCalls[kind]}>
          <Button
            type="primary"
            loading={begin.isPending || busy}
            icon={<Icon name={kind === 'backup' ? 'layers' : 'pulse'} size={16} />}
            onClick={() => begin.mutate()}
          >
            {text(`operation.files.begin.${kind}`)}
          </Button>
        </Allowed>
        {work && work.state !== 'done' ? (
          <span className="operation-progress">
            <WorkState work={work} />
            <WorkProgress work={work} />
            {work.error ? <bdi dir="ltr">{work.error}</bdi> : null}
          </span>
        ) : null}
      </div>
      <div className="tabbed-list-body">
        {kind === 'backup' ? <ListView tab room={backupFiles} /> : <ListView tab room={diagnosisFiles} />}
      </div>
    </div>
  );
}
