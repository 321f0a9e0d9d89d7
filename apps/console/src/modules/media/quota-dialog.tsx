import { resultLimits, type DepartmentStorage } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useSetQuota } from './storage.queries.ts';

const gigabyte = 1e9;

/** How many gigabytes a department may have; nothing typed: as many as it likes. */
export function QuotaDialog({ of, onClose }: { of: DepartmentStorage; onClose: () => void }): ReactNode {
  const text = useText();
  const [typed, setTyped] = useState(of.quota === null ? null : of.quota / gigabyte);
  const save = useSetQuota();
  return (
    <Dialog open title={text('media.quotaSetOf', { name: of.groupName })} onClose={onClose}>
      <p className="media-none">{text('media.quotaHint')}</p>
      <label className="media-retention-field">
        {text('media.quotaGigabytes')}
        <InputNumber<number>
          min={resultLimits.quotaMin / gigabyte}
          max={resultLimits.quotaMax / gigabyte}
          value={typed}
          placeholder={text('media.quotaNone')}
          onChange={setTyped}
        />
      </label>
      <Button
        type="primary"
        loading={save.isPending}
        onClick={() =>
          save.mutate(
            {
              groupOID: of.groupOID,
              quota: typed === null ? null : Math.round(typed * gigabyte),
              version: of.version,
            },
            { onSuccess: onClose },
          )
        }
      >
        {text('app.save')}
      </Button>
    </Dialog>
  );
}
