import { loadStateOf, NoChoices } from '@eyrie/ui';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useRoute, useRouteSearch } from './route.queries.ts';

export interface RouteSelectProps {
  id: string;
  value: string | null;
  faulty?: boolean;
  onChange: (routeOID: string) => void;
}

/** Chooses a route, found by a part of its name. */
export function RouteSelect({ id, value, faulty = false, onChange }: RouteSelectProps): ReactNode {
  const text = useText();
  const [keyword, setKeyword] = useState('');
  const search = useRouteSearch(keyword);
  const { data, isFetching } = search;
  const { data: chosen } = useRoute(value, { toast: false });
  const options = (data?.list ?? []).map((route) => ({ value: route.oid, label: route.name }));
  if (chosen && !options.some((option) => option.value === chosen.oid))
    options.unshift({ value: chosen.oid, label: chosen.name });
  return (
    <Select<string>
      id={id}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={value}
      loading={isFetching}
      placeholder={text('flight.chooseRoute')}
      status={faulty ? 'error' : ''}
      notFoundContent={
        <NoChoices state={loadStateOf(search)} none={text(keyword ? 'route.noneFound' : 'flight.noRoutes')} />
      }
      options={options}
      onChange={onChange}
    />
  );
}
