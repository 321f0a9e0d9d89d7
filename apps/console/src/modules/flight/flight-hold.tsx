import { flightKeepingCalls, type FlightRecord } from '@eyrie/domain';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { HoldForm } from '../../platform/keeping.tsx';
import { useText } from '../../platform/text.tsx';
import { useFlightHold, useFlightRelease } from './keeping.queries.ts';

/** Whether the record of a flight is under legal hold, by whom and why, and how that is changed. */
export function FlightHold({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [reason, setReason] = useState('');
  const hold = useFlightHold();
  const release = useFlightRelease();
  const { oid, heldAt, heldBy, heldReason } = flight;
  return (
    <>
      <p className="form-hint ey-hint">
        {heldAt === null
          ? text('flight.holdNone')
          : text('flight.heldBy', { name: heldBy ?? '–', time: figures.time(heldAt), reason: heldReason })}
      </p>
      <Allowed call={flightKeepingCalls.release} record={flight}>
        <Button loading={release.isPending} onClick={() => release.mutate({ oids: [oid] })}>
          {text('media.release')}
        </Button>
      </Allowed>
      <Allowed call={flightKeepingCalls.hold} record={flight}>
        <HoldForm
          reason={reason}
          busy={hold.isPending}
          onReason={setReason}
          onHold={(typed) => hold.mutate({ oids: [oid], reason: typed }, { onSuccess: () => setReason('') })}
        />
      </Allowed>
    </>
  );
}
