import { droneCalls, type DroneRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { RecordForm, type FieldValue } from '../../platform/list/index.ts';

/** People type minutes and kilometres; the call takes seconds and metres. Nothing typed changes nothing. */
const times =
  (unit: number) =>
  (value: FieldValue): number | undefined =>
    typeof value === 'number' && value !== 0 ? Math.round(value * unit) : undefined;

/** Adds to what is recorded of an aircraft, or takes from it, with a reason. */
export function CorrectForm({ drone, onClose }: { drone: DroneRecord; onClose: () => void }): ReactNode {
  return (
    <RecordForm
      form={{
        word: 'drone',
        saved: 'drone.correctionSaved',
        fields: {
          flights: { label: 'drone.correctFlights', hint: 'drone.correctHint', sends: times(1) },
          flightTime: { label: 'drone.correctFlightTime', sends: times(60) },
          distance: { label: 'drone.correctDistance', sends: times(1_000) },
          reason: { label: 'field.reason', hint: 'drone.correctReasonHint', lines: 2 },
        },
      }}
      title={['drone.correctTitle', { name: drone.name }]}
      call={droneCalls.correct}
      fixed={{ oid: drone.oid }}
      onClose={onClose}
    />
  );
}
