import { regionCalls } from '@eyrie/domain';
import { loadStateOf, NoChoices } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import type { OwnField } from '../../platform/list/index.ts';

/** Regions that one choice offers; others are found by their name. */
const offered = 50;

function RegionSelect({ id, value, onChange }: OwnField): ReactNode {
  const [keyword, setKeyword] = useState('');
  const found = useQuery({
    queryKey: ['region', 'choice', keyword],
    queryFn: ({ signal }) =>
      call(
        regionCalls.query,
        { keyword, sort: 'name', pageNum: 1, pageSize: offered },
        { signal, toast: false },
      ),
  });
  const shown = found.data?.list.filter(({ shape }) => shape === 'polygon' || shape === 'circle');
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(next: string | undefined) => onChange(next ?? null)}
      notFoundContent={<NoChoices state={loadStateOf(found)} />}
      options={shown?.map(({ oid, name }) => ({ value: oid, label: <bdi>{name}</bdi> }))}
    />
  );
}

/** The choice of a region that has an area, as a field of a form. */
export const regionField = (field: OwnField): ReactNode => <RegionSelect {...field} />;
