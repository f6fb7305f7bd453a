import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { IconButton } from './Button';
import { useControlLabels } from './controlLabels';
import { TextField } from './TextField';

/** A password input with a button that shows or hides the text. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const labels = useControlLabels();
  const [shown, setShown] = useState(false);
  const toggle = (
    <IconButton label={shown ? labels.hidePassword : labels.showPassword} onClick={() => setShown(!shown)}>
      {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
    </IconButton>
  );
  return <TextField {...props} type={shown ? 'text' : 'password'} affix={toggle} />;
}
