/** The form that registers a dock. */
export const register = {
  'register.title': '登记机场',
  'register.name': '机场名称',
  'register.nameRule': '全部为中文，最多 {max} 个汉字',
  'register.model': '型号',
  'register.sn': '机场序列号',
  'register.droneSn': '无人机序列号',
  'register.optional': '选填，机场首次上线时也会自动识别',
  'register.submit': '登记',
  'register.done': '机场已登记',
  'register.secretOnce': '以下密钥只显示这一次，请填到机场的云服务设置中。',
  'register.user': '用户名',
  'register.secret': '密钥',
  'register.close': '我已保存',
  'register.insuranceCompany': '保险公司',
} as const;
