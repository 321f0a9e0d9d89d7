import { limits, pointKinds, routeCalls, type RoutePlan } from '@eyrie/domain';
import { joinRoute } from '@eyrie/planner';
import { Dialog, Loaded, loadStateOf } from '@eyrie/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Input, Radio } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { call } from '../../../platform/http.ts';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import { showToast } from '../../../platform/toasts.ts';
import type { Editor } from './use-editor.ts';
import { readPlan } from './use-save.ts';
import './join-route.css';

export type Convert = (
  plan: RoutePlan,
  mode: RoutePlan['settings']['heightMode'],
) => Promise<RoutePlan | null>;

const useSavedRoutes = (keyword: string) =>
  useQuery({
    queryKey: ['route', 'query', 'join', keyword],
    queryFn: ({ signal }) => {
      const found = keyword.trim() === '' ? {} : { keyword: keyword.trim() };
      return call(routeCalls.query, { pageNum: 1, pageSize: limits.list.pageSizeMax, ...found }, { signal });
    },
  });

/** Joins the points of a saved route to those that are drawn, in one step. */
export function JoinRoute({
  editor,
  convert,
  onClose,
}: {
  editor: Editor;
  /** Heights in another mode; null: they cannot be known. */
  convert: Convert;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const [end, setEnd] = useState<'start' | 'end'>('end');
  const answer = useSavedRoutes(keyword);
  const routes = (answer.data?.list ?? []).filter(
    ({ type, oid }) => pointKinds.has(type) && oid !== editor.start.oid,
  );
  const join = useMutation({
    mutationFn: async (oid: string) => {
      const { plan } = await readPlan(oid);
      const { heightMode } = editor.live.plan.settings;
      return plan.settings.heightMode === heightMode ? plan : convert(plan, heightMode);
    },
    onSuccess: (other) => {
      if (!other) {
        showToast('error', text('planner.heightModeUnknown'));
        return;
      }
      editor.edit((plan) => joinRoute(plan, other, end));
      onClose();
    },
  });
  return (
    <Dialog open title={text('planner.join')} onClose={onClose}>
      <div className="planner-join ey-stack ey-gap-8">
        <Radio.Group
          aria-label={text('planner.join.where')}
          value={end}
          onChange={({ target }) => setEnd(target.value === 'start' ? 'start' : 'end')}
          options={[
            { value: 'end', label: text('planner.join.end') },
            { value: 'start', label: text('planner.join.start') },
          ]}
        />
        <label htmlFor={id}>{text('list.searchByName')}</label>
        <Input id={id} value={keyword} allowClear onChange={({ target }) => setKeyword(target.value)} />
        <Loaded state={loadStateOf(answer)}>
          {() =>
            routes.length === 0 ? (
              <p className="ey-muted">{text('route.noneFound')}</p>
            ) : (
              <ul>
                {routes.map(({ oid, name, waypointCount, length }) => (
                  <li key={oid}>
                    <Button block disabled={join.isPending} onClick={() => join.mutate(oid)}>
                      <bdi>{name}</bdi>
                      <span className="ey-muted">
                        {text('planner.join.route', { count: waypointCount, length: figures.length(length) })}
                      </span>
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}
