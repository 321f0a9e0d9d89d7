import { CallRefused } from '@eyrie/client';
import { workOrderCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call, showFailure } from '../../platform/http.ts';
import { showToast } from '../../platform/toasts.ts';

type Asked = RequestOf<typeof workOrderCalls.flyAgain>;

/** What a photo says of its view, where that is not enough. */
const viewIn = (error: unknown): object | null => {
  if (!(error instanceof CallRefused) || error.reason !== 'viewIncomplete') return null;
  const { view } = Object(error.data) as { view?: unknown };
  return typeof view === 'object' ? view : null;
};

/**
 * Makes a route to a view and opens the page where its flight is arranged: a person looks at it there and arranges it. What the photo
 * does not say is asked for in the planner. @param planAddress of a new route to a view
 */
export const useFlyAgain = (planAddress: (view: object) => string) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (asked: Asked) => call(workOrderCalls.flyAgain, asked, { toast: false }),
    onSuccess: ({ routeOID, dockOID }) =>
      void navigate(`/FlyArrange?${new URLSearchParams({ route: routeOID, dock: dockOID }).toString()}`),
    onError: (error) => {
      const view = viewIn(error);
      if (view === null) showFailure(error);
      else {
        showToast('info', error.message);
        void navigate(planAddress(view));
      }
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['workOrder'] }),
  });
  return {
    busy: isPending,
    fly: (asked: Asked): void => {
      if (!isPending) mutate(asked);
    },
  };
};
