import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button';
import { TextField } from './TextField';

/** A password that its owner may look at. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const toggle = (
    <IconButton label={t(shown ? 'form.hidePassword' : 'form.showPassword')} onClick={() => setShown(!shown)}>
      {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
    </IconButton>
  );
  return <TextField {...props} type={shown ? 'text' : 'password'} affix={toggle} />;
}
