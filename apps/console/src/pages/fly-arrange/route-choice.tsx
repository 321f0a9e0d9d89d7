import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FieldFault } from '../../modules/flight/index.ts';
import { RouteSelect } from '../../modules/route/index.ts';
import { useText } from '../../platform/text.tsx';
import type { Draft } from './use-draft.ts';

/** The route that is flown, found by a part of its name. */
export function RouteChoice({ form }: { form: Draft }): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <div className="form-field">
      <label htmlFor={id}>{text('flight.route')}</label>
      <RouteSelect
        id={id}
        value={form.draft.routeOID}
        faulty={form.faults.routeOID !== undefined}
        onChange={(routeOID) => form.change({ routeOID })}
      />
      <FieldFault fault={form.faults.routeOID} />
      {form.correctable === null ? null : (
        <Link to={`/RoutePlanning?plan=${form.correctable}`}>{text('flight.correctRoute')}</Link>
      )}
    </div>
  );
}
