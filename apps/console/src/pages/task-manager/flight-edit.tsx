import { flightCalls, limits, type FlightRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { RouteSelect } from '../../modules/route/index.ts';
import { RecordForm, type RecordFormRoom } from '../../platform/list/index.ts';

const { returnAltitudeMin: min, returnAltitudeMax: max } = limits.flight;

/** What can be changed of a flight as long as it waits; of its route only another one is offered. */
const flightForm: RecordFormRoom = {
  word: 'flight',
  also: ['task'],
  saved: 'flight.edited',
  fields: {
    routeOID: {
      label: 'flight.route',
      field: ({ id, value, onChange }) => (
        <RouteSelect id={id} value={typeof value === 'string' ? value : null} onChange={onChange} />
      ),
    },
    returnAltitude: {
      label: 'flight.returnAltitude',
      hint: ['flight.returnAltitudeHint', { min, max }],
      required: true,
    },
    lostAction: { label: 'flight.lostAction', options: 'flight.lostAction', required: true },
    clarity: { label: 'flight.clarity', options: 'flight.clarity', required: true },
  },
  refusals: { routeBlocked: 'routeOID', routeChanged: 'routeOID' },
};

/** Changes a flight that waits. */
export function FlightEdit({ flight, onClose }: { flight: FlightRecord; onClose: () => void }): ReactNode {
  return (
    <RecordForm
      form={flightForm}
      title="flight.editTitle"
      call={flightCalls.edit}
      record={flight}
      onClose={onClose}
    />
  );
}
