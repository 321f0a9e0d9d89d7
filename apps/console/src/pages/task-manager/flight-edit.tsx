import { flightCalls, limits, type FlightRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { AiTypesSelect, AssigneeSelect, OrderTypeSelect, TakenDevice } from '../../modules/flight/index.ts';
import { RouteSelect } from '../../modules/route/index.ts';
import {
  RecordForm,
  type FieldWords,
  type OwnField,
  type RecordFormRoom,
} from '../../platform/list/index.ts';
import { textsOf } from '../../platform/many-choice.tsx';

const { returnAltitudeMin: min, returnAltitudeMax: max } = limits.flight;
const { aiRangeMin, aiRangeMax } = limits.flightChoice;

const textOf = (value: OwnField['value']): string | null => (typeof value === 'string' ? value : null);
const hasTypes = ({ aiTypes }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(aiTypes) && aiTypes.length > 0;

/** Who flies it and what is taken along: its dock stays, so both are those of that dock. */
const peopleFields = (flight: FlightRecord): Record<string, FieldWords> => {
  const { dockOID } = flight;
  const device = (devices: 'gimbals' | 'controllers', name: string | null): FieldWords['field'] =>
    function Device({ id, value, onChange }) {
      return <TakenDevice {...{ id, dockOID, devices, name, onChange }} value={textOf(value)} />;
    };
  return {
    assigneeOID: {
      label: 'flight.assignee',
      required: true,
      field: ({ id, value, onChange }) => (
        <AssigneeSelect {...{ id, dockOID, onChange }} name={flight.assignee} value={textOf(value)} />
      ),
    },
    gimbalOID: { label: 'flight.gimbal', field: device('gimbals', flight.gimbalName) },
    controllerOID: { label: 'flight.controller', field: device('controllers', flight.controllerName) },
  };
};

/** What its pictures are searched for, and what comes of that. */
const aiFields = (flight: FlightRecord): Record<string, FieldWords> => ({
  aiTypes: {
    label: 'flight.aiTypes',
    field: ({ id, value, onChange }) => (
      <AiTypesSelect {...{ id, onChange }} chosen={flight.aiTypes} value={textsOf(value)} />
    ),
  },
  aiRange: {
    label: 'flight.aiRange',
    hint: ['arrange.aiRangeHint', { min: aiRangeMin, max: aiRangeMax }],
    fits: hasTypes,
    requiredIf: hasTypes,
  },
  workOrderType: {
    label: 'flight.workOrderType',
    field: ({ id, value, onChange }) => (
      <OrderTypeSelect {...{ id, onChange }} chosen={flight.workOrderType} value={textOf(value)} />
    ),
  },
});

/**
 * What can be changed of a flight as long as it waits; of its route only another one is offered. Who chose its dock is
 * no field: the dock stays, and with it who chose it.
 */
const flightForm = (flight: FlightRecord): RecordFormRoom => ({
  word: 'flight',
  also: ['task'],
  saved: 'flight.edited',
  fields: {
    routeOID: {
      label: 'flight.route',
      field: ({ id, value, onChange }) => <RouteSelect id={id} value={textOf(value)} onChange={onChange} />,
    },
    returnAltitude: {
      label: 'flight.returnAltitude',
      hint: ['flight.returnAltitudeHint', { min, max }],
      required: true,
    },
    lostAction: { label: 'flight.lostAction', options: 'flight.lostAction', required: true },
    clarity: { label: 'flight.clarity', options: 'flight.clarity', required: true },
    ...aiFields(flight),
    ...peopleFields(flight),
  },
  refusals: { routeBlocked: 'routeOID', routeChanged: 'routeOID', assigneeUnfit: 'assigneeOID' },
});

/** Changes a flight that waits. */
export function FlightEdit({ flight, onClose }: { flight: FlightRecord; onClose: () => void }): ReactNode {
  return (
    <RecordForm
      form={flightForm(flight)}
      title="flight.editTitle"
      call={flightCalls.edit}
      record={flight}
      begun={{
        aiTypes: flight.aiTypes.map(({ code }) => code),
        workOrderType: flight.workOrderType?.code ?? null,
      }}
      onClose={onClose}
    />
  );
}
