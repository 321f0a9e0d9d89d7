import { routeCalls } from '@eyrie/domain';
import { indexOfPoint, splitAt } from '@eyrie/planner';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../../platform/allowed.tsx';
import { call } from '../../../platform/http.ts';
import { useText } from '../../../platform/text.tsx';
import { showToast } from '../../../platform/toasts.ts';
import type { Editor } from './use-editor.ts';

/** Splits a route at a point: the first part stays here, the second is stored as a route of its own. */
export function SplitRoute({ editor, id }: { editor: Editor; id: string }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const at = indexOfPoint(editor.plan, id);
  const possible = at > 0 && at < editor.plan.points.length - 1;
  const name = text('planner.split.name', { name: editor.name.trim() || text('route.one') }).slice(0, 64);
  const split = useMutation({
    mutationFn: async () => {
      const parts = splitAt(editor.live.plan, id);
      if (!parts) return;
      const [first, second] = parts;
      await call(routeCalls.add, { name, plan: second });
      editor.edit(first);
      showToast('success', text('planner.split.done', { name }));
      await client.invalidateQueries({ queryKey: ['route', 'query'] });
    },
  });
  return (
    <Allowed call={routeCalls.add}>
      <Button size="small" disabled={!possible} loading={split.isPending} onClick={() => split.mutate()}>
        {text('planner.split')}
      </Button>
    </Allowed>
  );
}
