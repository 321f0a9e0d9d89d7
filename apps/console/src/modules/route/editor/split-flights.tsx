import { routeCalls, type RoutePlan } from '@eyrie/domain';
import { useConfirm } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../../platform/allowed.tsx';
import { call } from '../../../platform/http.ts';
import { useText } from '../../../platform/text.tsx';
import { showToast } from '../../../platform/toasts.ts';
import type { Editor } from './use-editor.ts';

interface SplitFlightsProps {
  editor: Editor;
  /** One route for each flight; null: a single piece of it is too long. */
  split: (plan: RoutePlan) => Promise<RoutePlan[] | null>;
}

/** A route that one battery does not fly becomes one route for each flight: the first stays here, the others are stored. */
export function SplitFlights({ editor, split }: SplitFlightsProps): ReactNode {
  const text = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: async () => {
      const { plan } = editor.live;
      const flights = await split(plan);
      const [first, ...others] = flights ?? [];
      if (!first || others.length === 0) {
        showToast('error', text('planner.splitFlights.impossible'));
        return;
      }
      const count = others.length + 1;
      const agreed = await confirm({
        title: text('planner.splitFlights.ask', { count }),
        content: text('planner.splitFlights.text'),
        verb: text('planner.splitFlights'),
      });
      if (!agreed) return;
      const named = editor.live.name.trim() || text('route.one');
      for (const [at, other] of others.entries()) {
        const name = text('planner.splitFlights.name', { name: named.slice(0, 48), number: at + 2, count });
        await call(routeCalls.add, { name, plan: other });
      }
      // What was drawn while the question stood open is not thrown away.
      if (editor.live.plan === plan) editor.edit(first);
      showToast('success', text('planner.splitFlights.done', { count: others.length }));
      await client.invalidateQueries({ queryKey: ['route', 'query'] });
    },
  });
  return (
    <Allowed call={routeCalls.add}>
      <Button size="small" type="primary" loading={work.isPending} onClick={() => work.mutate()}>
        {text('planner.splitFlights')}
      </Button>
    </Allowed>
  );
}
