# complete.zsh FOLDER LINE -- the last word that zsh makes of LINE with the script FOLDER/script, when Tab is pressed.  Only
# with a terminal does zsh complete: one is made for it.
zmodload zsh/zpty
folder=$1
mkdir -p $folder/functions && cp $folder/script $folder/functions/_heddle && rm -f $folder/buffer
zpty shell zsh -f -i
zpty -w shell "fpath=($folder/functions \$fpath); autoload -Uz compinit; compinit -u -D; dump() { print -r -- \$BUFFER >$folder/b; mv $folder/b $folder/buffer }; zle -N dump; bindkey '^X' dump; print READ''Y"
until [[ $seen == *READY* ]]; do zpty -r shell line && seen+=$line; done
zpty -w -n shell "$2"$'\t\x18'
until [[ -s $folder/buffer ]]; do sleep 0.05; done
setopt extended_glob
words=($(<$folder/buffer))
word=${words[-1]##--[a-z-]#=}
print -r -- ${word%,}
