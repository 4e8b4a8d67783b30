# complete.fish SCRIPT LINE…: what fish offers at the end of each LINE, a word a line and a `--` behind the last.
source $argv[1]
for line in $argv[2..]
    complete -C "$line"
    string join \n -- --
end
