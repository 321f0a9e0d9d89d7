/** Running the instance. */
export const operation = {
  'operation.title': '运维管理',
} as const;
