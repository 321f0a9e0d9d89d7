import { loadStateOf, NoChoices } from '@eyrie/ui';
import { Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FieldFault } from '../../modules/flight/index.ts';
import { useRoute, useRouteSearch } from '../../modules/route/index.ts';
import { useText } from '../../platform/text.tsx';
import type { Draft } from './use-draft.ts';

/** The route that is flown, found by a part of its name. */
export function RouteChoice({ form }: { form: Draft }): ReactNode {
  const text = useText();
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const search = useRouteSearch(keyword);
  const { data, isFetching } = search;
  const { data: chosen } = useRoute(form.draft.routeOID);
  const options = (data?.list ?? []).map((route) => ({ value: route.oid, label: route.name }));
  if (chosen && !options.some((option) => option.value === chosen.oid))
    options.unshift({ value: chosen.oid, label: chosen.name });
  return (
    <div className="form-field">
      <label htmlFor={id}>{text('flight.route')}</label>
      <Select<string>
        id={id}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        value={form.draft.routeOID}
        loading={isFetching}
        placeholder={text('flight.chooseRoute')}
        status={form.faults.routeOID ? 'error' : ''}
        notFoundContent={
          <NoChoices
            state={loadStateOf(search)}
            none={text(keyword ? 'route.noneFound' : 'flight.noRoutes')}
          />
        }
        options={options}
        onChange={(routeOID) => form.change({ routeOID })}
      />
      <FieldFault fault={form.faults.routeOID} />
      {form.correctable === null ? null : (
        <Link to={`/RoutePlanning?plan=${form.correctable}`}>{text('flight.correctRoute')}</Link>
      )}
    </div>
  );
}
