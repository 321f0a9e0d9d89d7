/** Look of the system and settings of the map. */
export const appearance = {
  'appearance.title': '自定义配置',
} as const;
