import { flightRecordCalls } from '@eyrie/domain';
import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { useBundle } from './replay.queries.ts';
import './flight-record.css';

/** Saves the signed bundle of a flight. A refusal is said by the page's own way of saying failures. */
export function BundleButton({ oid, name }: { oid: string; name: string }): ReactNode {
  const text = useText();
  const [media, setMedia] = useState(false);
  const { mutate, isPending } = useBundle(oid, name);
  return (
    <Allowed call={flightRecordCalls.bundle}>
      <span className="ey-row ey-flow ey-gap-8">
        <Button loading={isPending} onClick={() => mutate(media)}>
          {text('flightRecord.bundle')}
        </Button>
        <Checkbox checked={media} onChange={({ target }) => setMedia(target.checked)}>
          {text('flightRecord.withMedia')}
        </Checkbox>
      </span>
    </Allowed>
  );
}
